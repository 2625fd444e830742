/** The frame of Awash's page: three tables of three cells a row, and a script with the page's own address. */
import { escaped } from '../escape-html.js';
import type { Row } from './types.js';

interface AwashPage {
  title: string;
  /** The page's own address, for its QR code. */
  link: string;
  customerName: string;
  account: string;
  /** Rows of the transaction. */
  rows: readonly Row[];
}

const assets = 'https://awashpay.awashbank.com:8225/awashbirrpro/receipts';

export function awashPage({ title, link, customerName, account, rows }: AwashPage): string {
  return `






<!doctype html>
<html>
${head(title)}
<body  class="A5 portrait">
<div class="sheet" id="contentToConvert" >
    <div style="display: block;">
        <span style="display: flex">
            <button onclick="window.print();return false;" id="print-button" name="print-button"> Print </button>
        <button onclick="downloadReceipt();return false;" id="download-button" name="download-btn" style="margin-left: 5px"> Download </button>
        </span>
    </div>
    <div class="print-container"  >
        <div class="converted-image-container">
            <div class="watermarked">
                <div>
                    <img src="${assets}/awash_receipt_header.png" alt="" style="width: 100%">
                </div>
                <div>
                      <table class="header-table">
                          <tr>
                              <td>Company Information</td>
                              <td>Customer Information</td>
                          </tr>
                      </table>
                    <div style="display: flex; justify-content: center;">
                        <div style="flex: 1;">
                               <table class="info-table">
${company.map(headRow).join('\n')}
                               </table>
                        </div>
                        <div style="flex: 1;">
                            <table class="info-table">
${customer(customerName, account).map(headRow).join('\n')}
                            </table>
                        </div>
                    </div>
                </div>
                <div style="display: flex; justify-content: center; align-items: center;
            border: 2px dotted #f9913e; padding: 5px; margin-bottom: 10px; margin-top: 10px">
                    <span style="font-weight: bold; font-size: 14px;">Transaction/Payment Information</span>
                </div>
                <div class="receipt-container " style="position: relative;">
                    <table class="info-table" >
                        ${rows.map(transactionRow).join('\n')}
                    </table>
                        <img class="stamp" src="${assets}/awash_stamp.png" alt="Stamp">
                        <div class="qr-code" id="qrDiv"></div>
                </div>
                <div>

                </div>
            </div>
        </div>
    </div>
    <div class="receipt-footer">
        <img src="${assets}/awash_receipt_footer.png" alt="" style="width: 100%">
    </div>
</div>
${script(link)}
</body>
</html>
`;
}

const company: readonly Row[] = [
  ['Company Name', 'Awash Bank Share company'],
  ['TIN No ', '0000030100'],
  ['VAT Reg No ', '17264'],
  ['VAT Reg Date ', '12/29/2003'],
  ['PO Box ', '12638'],
  ['Tel ', '0115570000  or 8980'],
];

function customer(name: string, account: string): Row[] {
  return [
    ['Customer Name', name],
    ['Account No', account],
    ['City', 'Addis Ababa'],
    ['VAT Reg No', '-'],
    ['VAT Reg Date', '-'],
    ['TIN (TAX ID)', '-'],
    ['Branch', 'TEST BRANCH'],
  ];
}

function headRow([label, value]: Row): string {
  return `                                   <tr>
                                       <td>${label}</td>
                                       <td>:</td>
                                       <td>${escaped(value)}</td>
                                   </tr>`;
}

/** Here each label is followed by a blank. */
function transactionRow([label, value]: Row): string {
  return `<tr>
                        <td><tt><span>${label} </span></tt></td>
                        <td><tt><span>: </span></tt></td>
                        <td><tt><span>${escaped(value)}</span></tt></td>
                    </tr>`;
}

function head(title: string): string {
  return `<head>
    <meta charset="utf-8">
    <title>${title}</title>
    <link rel="stylesheet" href="${assets}/paper2.css" type="text/css" media="screen, projection, print" />
    <link rel="stylesheet" href="${assets}/web_a6receipt.css" type="text/css" media="screen, projection, print" />
    <script src="${assets}/qrcode.min.js" type="text/javascript"></script>
    <script src="${assets}/html-to-image.js" type="text/javascript"></script>
    <script src="${assets}/FileSaver.js" type="text/javascript"></script>
    <style>
        * { font-family: Arial, sans-serif; }
        @page { size: A5 portrait; margin: 0; }
        .sheet { width: 100%; max-width: 595px; height: 842px; padding: 20px; background-color: white; }
        .header-table { width: 100%; border: 2px dotted #f9913e; margin-bottom: 10px; padding: 5px; }
        .info-table { width: 100%; font-size: 14px; border-collapse: collapse; }
        .stamp { position: absolute; top: 98%; left: 65%; opacity: 0.8; }
    </style>
</head>`;
}

function script(link: string): string {
  return `<script>
    document.addEventListener('DOMContentLoaded', function () {
        generateQr()
    });

    function generateQr() {
        var qrCodeDiv = document.createElement('div');
        document.getElementById('qrDiv').appendChild(qrCodeDiv);

        var qrcode = new QRCode(qrCodeDiv, {
            text: "${link}",
            width: 100,
            height: 100,
            colorDark : "#000",
            colorLight : "#ffffff",
            correctLevel: QRCode.CorrectLevel.H
        });
    }
</script>`;
}

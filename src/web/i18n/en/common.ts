/** Texts of every page. */
export const common = {
  skip: 'Skip to the content',
  navigation: 'Pages',
  language: 'Language',
  status: 'Status',
  guide: 'Guide',
  dashboard: 'Dashboard',
  footer: 'Deresegn asks the bank itself. A screenshot proves nothing; the bank’s answer does.',
  more: 'More pages',
  reference: 'API reference',
  home: 'Start page',
  forged:
    'This form has expired, or did not come from this site. Open the page again and repeat your change.',
  copy: 'Copy',
  copied: 'Copied',
};

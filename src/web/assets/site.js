// Optional enhancements; every page works without scripts. Loaded as a module, after the page is rendered.

/** Resizes photographs before the upload: the limit is 5 MiB, and mobile data costs money. */
const pictureBytesMax = 1.5 * 1024 * 1024;
const pictureSideMax = 2400;

improve(document);
document.addEventListener('renewed', ({ target }) => improve(target));
const demo = document.querySelector('form#demo');
if (demo) improveDemo(demo);

function improve(part) {
  for (const block of part.querySelectorAll('[data-copy]')) addCopyButton(block);
  for (const input of part.querySelectorAll('input[data-shrink]')) {
    input.addEventListener('change', () => shrink(input));
  }
}

/** Adds a copy button in the corner of a block of code, or after a number. */
function addCopyButton(block) {
  if (!navigator.clipboard) return;
  const button = document.createElement('button');
  const text = block.textContent;
  const { copy, copied } = block.dataset;
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    toast(copied);
  });
  if (block.localName === 'pre') block.prepend(button);
  else block.after(' ', button);
}

/** Shows a short confirmation. */
function toast(text) {
  const line = document.getElementById('toast');
  line.textContent = text;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => line.replaceChildren(), 2500);
}

function improveDemo(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask(form, event.submitter);
  });
  for (const input of form.querySelectorAll('input[type=file]')) {
    input.addEventListener('change', () => input.files.length > 0 && ask(form, null));
  }
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('over');
  });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('over');
    take(form, event.dataTransfer);
  });
  document.addEventListener('paste', (event) => {
    if (event.clipboardData.files.length > 0) {
      event.preventDefault();
      take(form, event.clipboardData);
    }
  });
}

/** Handles a dropped file or text. */
function take(form, transfer) {
  const { files } = transfer;
  if (files.length > 0) {
    const chosen = new DataTransfer();
    chosen.items.add(files[0]);
    form.elements.picture.files = chosen.files;
    ask(form, null);
    return;
  }
  const text = transfer.getData('text/plain');
  if (text) form.elements.text.value = text;
}

/** Submits the form and shows the verdict where the page would show it. */
async function ask(form, submitter) {
  if (form.dataset.asking) return;
  form.dataset.asking = 'yes';
  const result = document.getElementById('result');
  wait(result, form.dataset.busy);
  const buttons = form.querySelectorAll('button');
  const body = await contentOf(form, submitter);
  for (const button of buttons) button.disabled = true;
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'text/html' } });
    show(new DOMParser().parseFromString(await response.text(), 'text/html'), result, form);
  } catch {
    say(result, form.dataset.failed, 'notice unsure');
  } finally {
    for (const button of buttons) button.disabled = false;
    for (const input of form.querySelectorAll('input[type=file]')) input.value = '';
    delete form.dataset.asking;
  }
}

function show(page, result, form) {
  const answer = page.getElementById('result') ?? page.getElementById('content');
  result.replaceChildren(...document.importNode(answer, true).childNodes);
  const left = page.getElementById('left');
  if (left) document.getElementById('left')?.replaceChildren(...left.childNodes);
  const more = page.querySelector('form#demo details[open]');
  if (more) form.querySelector('details').open = true;
  for (const block of result.querySelectorAll('pre[data-copy]')) addCopyButton(block);
  const verdict = result.querySelector('#verdict');
  verdict?.focus();
  (verdict?.closest('section') ?? result).scrollIntoView({ block: 'nearest' });
}

/** Stands in place of the answer, where it will be. */
function wait(result, text) {
  const card = document.createElement('div');
  card.className = 'card';
  say(card, text, 'busy');
  for (const kind of ['wide', '', '', 'short']) {
    const bar = document.createElement('span');
    bar.className = `skeleton ${kind}`;
    card.append(bar);
  }
  result.replaceChildren(card);
  result.scrollIntoView({ block: 'nearest' });
}

function say(result, text, className) {
  const line = document.createElement('p');
  line.className = className;
  line.textContent = text;
  result.replaceChildren(line);
}

async function contentOf(form, submitter) {
  const content = new FormData(form, submitter);
  for (const name of ['picture', 'photo']) {
    const file = content.get(name);
    if (file instanceof File && file.size > pictureBytesMax)
      content.set(name, await smaller(file), 'picture.jpg');
  }
  return content;
}

/** Replaces a large photograph in a form that the browser sends itself. */
async function shrink(input) {
  const [file] = input.files;
  if (!file || file.size <= pictureBytesMax) return;
  const drawn = await smaller(file);
  if (drawn === file || input.files[0] !== file) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File([drawn], 'picture.jpg', { type: drawn.type }));
  input.files = chosen.files;
}

/** Files that cannot be drawn, such as PDFs, are sent unchanged. */
async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, pictureSideMax / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}

// Refreshes the parts marked `data-live` while the page is visible. Without scripts the whole page reloads.
const every = () => Number(document.querySelector('[data-renew-ms]')?.dataset.renewMs ?? 30000);

async function renew() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const other = fresh.getElementById(part.id);
    if (other && part.innerHTML !== other.innerHTML) replace(part, other);
  }
  // Parts with a form: they come and go, but what is typed in them stays.
  for (const part of document.querySelectorAll('[data-while]')) {
    const other = fresh.getElementById(part.id);
    if (other && part.childElementCount !== other.childElementCount) replace(part, other);
  }
}

/** Keeps unfolded parts open and the keyboard focus in place. */
function replace(part, other) {
  const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
  const open = [...part.querySelectorAll('details[open]')].map(({ id }) => id);
  for (const id of open) other.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
  if (part.innerHTML === other.innerHTML) return;
  part.replaceChildren(...other.childNodes);
  part.dispatchEvent(new Event('renewed', { bubbles: true }));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function loop() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, every()));
    // Try again: the connection may come back.
    if (!document.hidden) await renew().catch(() => undefined);
  }
}

if (document.querySelector('[data-live]')) loop();

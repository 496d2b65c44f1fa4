// Hands the contract of the page to its viewer. It is written into the page as it is.
(() => {
  const explorer = document.querySelector('openapi-explorer');
  const textOf = (selector) => document.querySelector(selector).textContent;

  const style = new CSSStyleSheet();
  style.replaceSync(textOf('#viewer-style'));
  explorer.shadowRoot.adoptedStyleSheets.push(style);
  new MutationObserver(complete).observe(explorer.shadowRoot, { childList: true, subtree: true });

  const { server } = explorer.dataset;
  if (server !== undefined)
    explorer.setAttribute('server-url', new URL(server, location.href).href.replace(/\/$/, ''));
  explorer.loadSpec(JSON.parse(textOf('#contract')));

  /** Adds what keys and screen readers need and the viewer leaves out. */
  function complete() {
    const all = (selector) => explorer.shadowRoot.querySelectorAll(selector);
    for (const field of all('[data-var]:not([aria-label])')) field.ariaLabel = field.dataset.var;
    for (const main of all('main:not([tabindex])')) main.tabIndex = 0;
    for (const link of all('.nav-bar-path:not([tabindex])')) {
      link.tabIndex = 0;
      link.role = 'link';
      link.addEventListener('keydown', ({ key }) => key === 'Enter' && link.click());
    }
  }
})();

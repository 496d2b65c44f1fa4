/**
 * Puts lines and exchanges into the requirements that are opened, follows addresses of requirements, takes keys,
 * copies. It is written into the page as it is: it uses nothing from outside itself.
 */
export function openRequirements(): void {
  document.documentElement.classList.add('scripted');
  const requirements = [...document.querySelectorAll<HTMLDetailsElement>('.requirement')];
  const search = document.querySelector<HTMLInputElement>('input[type=search]');

  /** What stands in the appendix; it becomes elements when the first of it is asked for. */
  let appendix: DocumentFragment | undefined;
  const inAppendix = (hash: string): Node | undefined => {
    if (appendix === undefined) {
      const template = document.createElement('template');
      const texts = [...document.querySelectorAll('.appendix noscript')].map(({ textContent }) => textContent);
      template.innerHTML = texts.join('');
      appendix = template.content;
    }
    return appendix.querySelector(hash)?.cloneNode(true);
  };

  /**
   * What it opens to is a text until then, as for who has no scripts: a page of many thousand elements is slow to load.
   * What a link leads to stands in its place.
   */
  const fill = (requirement: Element): void => {
    const held = requirement.querySelector(':scope > noscript');
    if (held !== null) held.outerHTML = held.textContent;
    for (const link of requirement.querySelectorAll<HTMLAnchorElement>('a.use')) {
      const copy = inAppendix(link.hash);
      if (!(copy instanceof Element)) continue;
      copy.removeAttribute('id');
      for (const button of copy.querySelectorAll('button')) button.hidden = false;
      link.replaceWith(copy);
    }
  };

  const note = (id: string | undefined): void => {
    const given = new URLSearchParams(location.hash.slice(1));
    if (id === undefined) given.delete('requirement');
    else given.set('requirement', id);
    history.replaceState(null, '', `#${given}`);
  };

  const follow = (): void => {
    const id = new URLSearchParams(location.hash.slice(1)).get('requirement');
    const requirement = requirements.find(({ dataset }) => dataset['id'] === id);
    if (requirement === undefined) return;
    for (
      let above: Element | null | undefined = requirement;
      above != null;
      above = above.parentElement?.closest('details')
    ) {
      if (above instanceof HTMLDetailsElement) above.open = true;
    }
    requirement.scrollIntoView();
    requirement.querySelector('summary')?.focus({ preventScroll: true });
  };

  for (const requirement of requirements) {
    requirement.addEventListener('toggle', () => {
      const { id } = requirement.dataset;
      if (requirement.open) fill(requirement);
      const noted = new URLSearchParams(location.hash.slice(1)).get('requirement');
      if (requirement.open && id !== noted) note(id);
      if (!requirement.open && id === noted) note(undefined);
    });
  }

  const copy = async (button: HTMLElement): Promise<void> => {
    const line = button.closest('.curl')?.querySelector('pre');
    if (line == null) return;
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(line.textContent);
    } catch {
      // Not every page may write there: what is selected can be copied by hand.
      getSelection()?.selectAllChildren(line);
      isCopied = document.execCommand('copy');
    }
    button.textContent = isCopied ? 'Copied' : 'Selected';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  };

  const move = (from: HTMLElement, step: number): void => {
    const all = [...document.querySelectorAll<HTMLElement>('.matrix summary')].filter((summary) =>
      summary.checkVisibility(),
    );
    all[all.indexOf(from) + step]?.focus();
  };

  const escape = (at: HTMLElement): void => {
    if (at === search) {
      if (search.value === '') return search.blur();
      search.value = '';
      search.dispatchEvent(new Event('input', { bubbles: true }));
      return;
    }
    const inner = at.closest<HTMLDetailsElement>('.matrix details[open]');
    if (inner === null) return;
    inner.open = false;
    inner.querySelector('summary')?.focus();
  };

  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('.copy')) void copy(target);
  });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = target.matches('input, select, textarea');
    if (key === '/' && !isTyping) {
      event.preventDefault();
      search?.select();
      search?.focus();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && target.matches('.matrix summary')) {
      event.preventDefault();
      move(target, key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'Escape') {
      escape(target);
    }
  });
  addEventListener('hashchange', follow);
  follow();
}

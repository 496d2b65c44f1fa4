/**
 * Shows the requirements that the filters ask for, and keeps the filters in the address.
 * It is written into the page as it is: it uses nothing from outside itself.
 */
export function filterRequirements(): void {
  const form = document.querySelector('form');
  const output = document.querySelector('output');
  if (form === null || output === null) return;
  // More matches than these are no longer read at a glance.
  const mostOpened = 60;
  const names = ['text', 'verdict', 'side', 'operation'];
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('.group')];
  const sections = [...document.querySelectorAll<HTMLDetailsElement>('.section')];
  const requirements = [...document.querySelectorAll<HTMLDetailsElement>('.requirement')].map((element) => {
    const { id = '', server = '', client = '', mutants = '' } = element.dataset;
    const text = `${id} ${element.querySelector('.statement')?.textContent ?? ''}`.toLowerCase();
    return {
      element,
      text,
      verdicts: new Map([
        ['server', server],
        ['client', client],
        ['mutants', mutants],
      ]),
      group: element.closest<HTMLElement>('.group')?.dataset['name'],
    };
  });
  /** Which were open before a filter opened others. */
  let before: Map<HTMLDetailsElement, boolean> | undefined;

  const field = (name: string) => {
    const element = form.elements.namedItem(name);
    return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : undefined;
  };
  const valueOf = (name: string) => field(name)?.value.trim() ?? '';

  const isShown = (requirement: (typeof requirements)[number]): boolean => {
    const [verdict, side, operation] = [valueOf('verdict'), valueOf('side'), valueOf('operation')];
    const verdicts = side === '' ? [...requirement.verdicts.values()] : [requirement.verdicts.get(side)];
    const isOfVerdict = verdict === '' ? verdicts.some((own) => own !== 'none') : verdicts.includes(verdict);
    const words = valueOf('text').toLowerCase().split(/\s+/);
    return (
      isOfVerdict &&
      (operation === '' || requirement.group === operation) &&
      words.every((word) => requirement.text.includes(word))
    );
  };

  const open = (isFiltered: boolean, shown: number): void => {
    if (!isFiltered) {
      for (const [element, wasOpen] of before ?? []) element.open = wasOpen;
      before = undefined;
      return;
    }
    before ??= new Map([...groups, ...sections].map((element) => [element, element.open]));
    for (const element of groups) element.open = true;
    for (const element of sections) element.open = shown <= mostOpened || before.get(element) === true;
  };

  const apply = (): void => {
    const isFiltered = names.some((name) => valueOf(name) !== '');
    let shown = 0;
    for (const requirement of requirements) {
      const isVisible = isShown(requirement);
      requirement.element.hidden = !isVisible;
      shown += Number(isVisible);
    }
    for (const element of [...sections, ...groups]) {
      const [own, all] = [
        element.querySelectorAll('.requirement:not([hidden])').length,
        element.querySelectorAll('.requirement').length,
      ];
      element.hidden = own === 0;
      const count = element.querySelector(':scope > summary .count');
      if (count !== null) count.textContent = own === all ? `${all}` : `${own} of ${all}`;
    }
    open(isFiltered, shown);
    output.textContent = isFiltered
      ? `${shown} of ${requirements.length} requirements`
      : `${requirements.length} requirements`;
    form.classList.toggle('filtered', isFiltered);
  };

  const read = (): void => {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const name of names) {
      const own = field(name);
      if (own === undefined) continue;
      own.value = given.get(name) ?? '';
      // A select has no value that it does not offer.
      if (own instanceof HTMLSelectElement && own.selectedIndex === -1) own.value = '';
    }
    apply();
  };

  const write = (): void => {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const name of names) {
      if (valueOf(name) === '') given.delete(name);
      else given.set(name, valueOf(name));
    }
    history.replaceState(null, '', `#${given}`);
    apply();
  };

  form.addEventListener('input', write);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    for (const name of names) {
      const own = field(name);
      if (own !== undefined) own.value = '';
    }
    write();
  });
  form.querySelector('.all')?.addEventListener('click', ({ currentTarget }) => {
    const isOpening = sections.some((element) => !element.hidden && !element.open);
    for (const element of [...groups, ...sections])
      if (!element.hidden) element.open = isOpening || groups.includes(element);
    if (currentTarget instanceof HTMLElement) currentTarget.textContent = isOpening ? 'Close all' : 'Open all';
  });
  addEventListener('hashchange', read);
  form.hidden = false;
  read();
}

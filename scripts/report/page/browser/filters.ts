import type { describeSums, Sum } from './sums.ts';

/**
 * Shows the requirements that the filters ask for, and keeps the filters in the address.
 * It is written into the page as it is: it uses nothing from outside itself.
 */
export function filterRequirements(sums: ReturnType<typeof describeSums>): void {
  const form = document.querySelector('form');
  const output = document.querySelector('output');
  if (form === null || output === null) return;
  // More matches than these are no longer read at a glance.
  const mostOpened = 60;
  const names = ['text', 'verdict', 'side', 'operation', 'status'];
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('.group')];
  const sections = [...document.querySelectorAll<HTMLDetailsElement>('.section')];
  const cells = [...document.querySelectorAll<HTMLElement>('.grid td[data-group]')];
  const rows = [...document.querySelectorAll<HTMLElement>('.grid tbody tr')];
  const requirements = [...document.querySelectorAll<HTMLDetailsElement>('.requirement')].map((element) => {
    const { id = '', server = '', client = '', mutants = '', status = '', tried = '' } = element.dataset;
    const text = `${id} ${element.querySelector('.statement')?.textContent ?? ''}`.toLowerCase();
    return {
      element,
      text,
      verdicts: new Map([
        ['server', server],
        ['client', client],
        ['mutants', mutants],
      ]),
      status,
      /** The indices of its mutants. */
      tried: tried.split(' ').filter((index) => index !== ''),
      group: element.closest<HTMLElement>('.group')?.dataset['name'],
      section: element.closest('.section'),
    };
  });
  const marks = document.querySelector<HTMLElement>('.matrix')?.dataset['mutants'] ?? '';
  /** Which were open before a filter opened others. */
  let before: Map<HTMLDetailsElement, boolean> | undefined;

  const field = (name: string) => {
    const element = form.elements.namedItem(name);
    return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : undefined;
  };
  const valueOf = (name: string): string => field(name)?.value.trim() ?? '';

  const isShown = (requirement: (typeof requirements)[number]): boolean => {
    const [verdict, side] = [valueOf('verdict'), valueOf('side')];
    const [operation, status] = [valueOf('operation'), valueOf('status')];
    const verdicts = side === '' ? [...requirement.verdicts.values()] : [requirement.verdicts.get(side)];
    const isOfVerdict = verdict === '' ? verdicts.some((own) => own !== 'none') : verdicts.includes(verdict);
    const words = valueOf('text').toLowerCase().split(/\s+/);
    return (
      isOfVerdict &&
      (operation === '' || requirement.group === operation) &&
      (status === '' || requirement.status === status) &&
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

  const mutantsOf = (of: typeof requirements) =>
    [...new Set(of.flatMap(({ tried }) => tried))].map((index) => {
      const mark = marks[Number(index)];
      return mark === 'd' ? 'detected' : mark === 'e' ? 'equivalent' : 'survived';
    });

  const write = (place: Element | null | undefined, { verdict, text, more }: Sum): void => {
    if (place == null) return;
    place.className = verdict;
    place.textContent = more === '' ? text : `${text} `;
    if (more === '') return;
    const rest = document.createElement('span');
    rest.className = 'more';
    rest.textContent = more;
    place.append(rest);
  };

  /** The sums of a group or a section, of what is shown of it. */
  const sumUp = (element: HTMLDetailsElement, own: typeof requirements): void => {
    const shown = own.filter((requirement) => !requirement.element.hidden);
    element.hidden = shown.length === 0;
    const count = element.querySelector(':scope > summary .count');
    if (count !== null)
      count.textContent = shown.length === own.length ? `${own.length}` : `${shown.length} of ${own.length}`;
    for (const cell of element.querySelectorAll<HTMLElement>(':scope > summary > .cell')) {
      const column = cell.dataset['column'] ?? '';
      const verdicts = shown.map(({ verdicts: all }) => all.get(column) ?? 'none');
      const sum = column === 'mutants' ? sums.ofMutants(mutantsOf(shown)) : sums.ofVerdicts(verdicts, 'not concerned');
      write(cell.lastElementChild, sum);
    }
  };

  /** The sums of what is shown of an operation and a status. */
  const sumUpCell = (cell: HTMLElement): void => {
    const { group, status } = cell.dataset;
    const shown = requirements.filter(
      (requirement) => requirement.group === group && requirement.status === status && !requirement.element.hidden,
    );
    const verdicts = shown.map(({ verdicts: all }) =>
      sums.ofBothSides(all.get('server') ?? 'none', all.get('client') ?? 'none'),
    );
    const counts = sums.countsOf(verdicts).map(({ verdict, count }) => {
      const [own, word] = [document.createElement('span'), document.createElement('span')];
      own.className = verdict;
      word.className = 'unseen';
      word.textContent = ` ${verdict}`;
      own.append(String(count), word);
      return [own, ' '];
    });
    cell.querySelector('.counts-of')?.replaceChildren(...counts.flat());
    cell.classList.toggle('empty', shown.length === 0);
    write(cell.querySelector('.tried > span'), sums.ofMutants(mutantsOf(shown)));
  };

  const sumUpAll = (): void => {
    const [byGroup, bySection] = [
      Map.groupBy(requirements, ({ group }) => group),
      Map.groupBy(requirements, ({ section }) => section),
    ];
    for (const element of groups) sumUp(element, byGroup.get(element.dataset['name']) ?? []);
    for (const element of sections) sumUp(element, bySection.get(element) ?? []);
    for (const cell of cells) sumUpCell(cell);
    for (const row of rows) row.hidden = row.querySelector('td[data-group]:not(.empty)') === null;
  };

  const apply = (): void => {
    const isFiltered = names.some((name) => valueOf(name) !== '');
    // The page comes with the sums of all.
    const isSame = !isFiltered && before === undefined;
    let shown = 0;
    for (const requirement of requirements) {
      const isVisible = isShown(requirement);
      requirement.element.hidden = !isVisible;
      shown += Number(isVisible);
    }
    if (!isSame) sumUpAll();
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

  const keep = (): void => {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const name of names) {
      if (valueOf(name) === '') given.delete(name);
      else given.set(name, valueOf(name));
    }
    history.replaceState(null, '', `#${given}`);
    apply();
  };

  form.addEventListener('input', keep);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    for (const name of names) {
      const own = field(name);
      if (own !== undefined) own.value = '';
    }
    keep();
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

// Search of the rulebook's pages. The pages work without it; the index beside it is plain data, so that it also works from a disk.
(() => {
  const form = document.getElementById('search');
  const input = document.getElementById('q');
  const found = document.getElementById('found');
  const list = document.getElementById('results');
  const { pages, verdicts } = window.NOTICE_708;
  const root = document.body.dataset.root;
  const SHOWN = 12;

  const words = (text) =>
    text
      .toLowerCase()
      .normalize('NFKD')
      .split(/[^a-z0-9.]+/)
      .filter((word) => word !== '');
  for (const page of pages) {
    page.names = words(page.name);
    page.all = [...page.names, ...words(page.words)];
  }

  /** How well a page fits: every word asked for must begin a word of it; its name counts most. */
  const score = (page, asked) => {
    let sum = 0;
    for (const word of asked) {
      const named = page.names.indexOf(word);
      if (named >= 0) sum += named === 0 ? 12 : 8;
      else if (page.names.some((w) => w.startsWith(word))) sum += 5;
      else if (page.all.includes(word)) sum += 3;
      else if (page.all.some((w) => w.startsWith(word))) sum += 1;
      else return 0;
    }
    if (asked.length === 1 && page.called?.includes(asked[0])) sum += 15;
    return sum + 2 / (1 + page.names.length);
  };

  const show = () => {
    const asked = words(input.value);
    const hits =
      asked.length === 0
        ? []
        : pages
            .map((page) => ({ page, rank: score(page, asked) }))
            .filter(({ rank }) => rank > 0)
            .sort((a, b) => b.rank - a.rank || a.page.name.localeCompare(b.page.name));
    found.textContent =
      asked.length === 0
        ? ''
        : hits.length === 0
          ? 'Nothing found. Try one plain word.'
          : `${hits.length} found${hits.length > SHOWN ? `; the best ${SHOWN}` : ''}`;
    list.replaceChildren(
      ...hits.slice(0, SHOWN).map(({ page }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = root + page.url;
        link.textContent = page.name;
        item.append(link);
        for (const [label, verdict] of page.answers ?? []) {
          const badge = document.createElement('strong');
          badge.className = `badge ${verdict}`;
          badge.textContent = verdicts[verdict];
          item.append(` ${label} `, badge);
        }
        return item;
      }),
    );
  };

  form.hidden = false;
  input.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
})();

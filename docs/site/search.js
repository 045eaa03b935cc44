/** The search of the guides: every word has to be there, in the title, the headline or the text. */
const field = document.getElementById('search');
const found = document.getElementById('found');
const MOST = 8;

const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

let index;
/** Read when somebody wants to search, once. */
const load = () =>
  (index ??= fetch(field.dataset.index)
    .then((answer) => answer.json())
    .then((guides) =>
      guides.map((guide) => ({
        ...guide,
        all: folded(`${guide.title} ${guide.summary} ${guide.text}`),
        head: folded(guide.title),
      })),
    ));

/** Some words around the first one that was found. */
function around(text, word) {
  const at = Math.max(0, folded(text).indexOf(word));
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 40)));
  return `${from > 0 ? '… ' : ''}${text.slice(from, at + 80).trim()} …`;
}

async function search() {
  const words = folded(field.value).split(/\s+/).filter(Boolean);
  if (words.length === 0) return found.replaceChildren();
  const guides = await load();
  const hits = guides
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .sort((a, b) => Number(b.head.includes(words[0])) - Number(a.head.includes(words[0])))
    .slice(0, MOST);
  if (hits.length === 0) {
    const item = document.createElement('li');
    item.textContent = field.dataset.nothing;
    return found.replaceChildren(item);
  }
  found.replaceChildren(
    ...hits.map(({ address, title, text }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = address;
      link.textContent = title;
      const small = document.createElement('p');
      small.textContent = around(text, words[0]);
      item.append(link, small);
      return item;
    }),
  );
}

field.addEventListener('focus', () => void load());
field.addEventListener('input', () => void search());
if (field.value !== '') void search();

/** Structured data for search engines (schema.org). Data in a script element: no browser runs it, whatever the policy. */

/** Between `<script>` and `</script>` nothing is unescaped, so no `<` may stand there; JSON has another way to write it. */
const forScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

export const JsonLd = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: forScript(data) }} />
);

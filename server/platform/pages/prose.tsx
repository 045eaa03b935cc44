/** Text of the merchant's, rendered and cleaned before. */
export const Prose = ({ html }: { html: string | null }) =>
  html === null || html === '' ? null : <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;

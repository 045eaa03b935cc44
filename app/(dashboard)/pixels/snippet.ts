/**
 * The code that a shop pastes into its pages: the vendors' base codes as they document them, and the purchase with the
 * checkout session as its id, under which Meta counts the browser's event and ours once. Pure.
 */

export interface PixelIds {
  adPixelAId: string | null;
  analyticsId: string | null;
  adsConversionId: string | null;
  adsPurchaseLabel: string | null;
  adPixelBId: string | null;
}

export interface Snippet {
  /** For the head of every page. */
  base: string;
  /** For the page that thanks for the order. */
  purchase: string;
}

/** Converts typed text to a literal of JavaScript that also cannot end the script it stands in. */
const literal = (text: string): string =>
  JSON.stringify(text).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const script = (...lines: string[]): string => ['<script>', ...lines, '</script>'].join('\n');
const indented = (lines: readonly string[], by: string): string[] => lines.map((line) => by + line);

/** https://developers.facebook.com/docs/meta-pixel/get-started */
const metaBase = (id: string): string[] => [
  "!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');",
  `fbq('init', ${id});`,
  "fbq('track', 'PageView');",
];

/** https://developers.google.com/tag-platform/gtagjs */
const googleBase = [
  'window.dataLayer = window.dataLayer || [];',
  'window.gtag = window.gtag || function () { dataLayer.push(arguments); };',
  "gtag('js', new Date());",
];
const googleConfig = (id: string): string => `gtag('config', ${id});`;
const googleLoad = (id: string): string[] => [
  `var tag = document.createElement('script'); tag.async = true;`,
  `tag.src = 'https://www.googletagmanager.com/gtag/js?id=' + encodeURIComponent(${id});`,
  'document.head.appendChild(tag);',
];

/** https://ads.tiktok.com/help/article/get-started-pixel */
const tiktokBase = (id: string): string[] => [
  '!function(w,d,t){w.TiktokAnalyticsObject=t;var ttq=w[t]=w[t]||[];ttq.methods=["page","track","identify","instances","debug","on","off","once","ready","alias","group","enableCookie","disableCookie","holdConsent","revokeConsent","grantConsent"];ttq.setAndDefer=function(t,e){t[e]=function(){t.push([e].concat(Array.prototype.slice.call(arguments,0)))}};for(var i=0;i<ttq.methods.length;i++)ttq.setAndDefer(ttq,ttq.methods[i]);ttq.instance=function(t){for(var e=ttq._i[t]||[],n=0;n<ttq.methods.length;n++)ttq.setAndDefer(e,ttq.methods[n]);return e};ttq.load=function(e,n){var r="https://analytics.tiktok.com/i18n/pixel/events.js";ttq._i=ttq._i||{};ttq._i[e]=[];ttq._i[e]._u=r;ttq._t=ttq._t||{};ttq._t[e]=+new Date;ttq._o=ttq._o||{};ttq._o[e]=n||{};var o=d.createElement("script");o.type="text/javascript";o.async=!0;o.src=r+"?sdkid="+encodeURIComponent(e)+"&lib="+t;var a=d.getElementsByTagName("script")[0];a.parentNode.insertBefore(o,a)}}(window,document,\'ttq\');',
  `ttq.load(${id});`,
  'ttq.page();',
];

const metaPurchase =
  "fbq('track', 'Purchase', { value: order.value, currency: order.currency }, { eventID: order.id });";
const analyticsPurchase = (id: string): string =>
  `gtag('event', 'purchase', { send_to: ${id}, transaction_id: order.id, value: order.value, currency: order.currency });`;
const adsPurchase = (sendTo: string): string =>
  `gtag('event', 'conversion', { send_to: ${sendTo}, transaction_id: order.id, value: order.value, currency: order.currency });`;
const tiktokPurchase =
  "ttq.track('Purchase', { value: order.value, currency: order.currency }, { event_id: order.id });";

/** The words around the code; they are the reader's. */
export interface SnippetWords {
  /** Over the order's fields: what to put in. */
  fillIn: string;
}

/** Returns the lines that the shop fills in with its own template. */
const orderOf = ({ fillIn }: SnippetWords): string[] => [
  `// ${fillIn}`,
  "var order = { id: 'CHECKOUT_SESSION_ID', value: 150000, currency: 'IDR' };",
];

/** Checks whether there is anything to load. */
export const hasIds = (ids: PixelIds): boolean =>
  [ids.adPixelAId, ids.analyticsId, ids.adsConversionId, ids.adPixelBId].some((id) => id !== null);

/** With the ids in it: nothing is asked of us when a page opens. */
export function staticSnippet(ids: PixelIds, words: SnippetWords): Snippet {
  const { adPixelAId, analyticsId, adsConversionId, adsPurchaseLabel, adPixelBId } = ids;
  const google = [analyticsId, adsConversionId].filter((id) => id !== null);
  const base = [
    ...(adPixelAId === null ? [] : ['<!-- Meta -->', script(...metaBase(literal(adPixelAId)))]),
    ...(google[0] === undefined
      ? []
      : [
          '<!-- Google -->',
          script(...googleBase, ...google.map((id) => googleConfig(literal(id))), ...googleLoad(literal(google[0]))),
        ]),
    ...(adPixelBId === null ? [] : ['<!-- TikTok -->', script(...tiktokBase(literal(adPixelBId)))]),
  ];
  const purchase = [
    ...(adPixelAId === null ? [] : [metaPurchase]),
    ...(analyticsId === null ? [] : [analyticsPurchase(literal(analyticsId))]),
    ...(adsConversionId === null || adsPurchaseLabel === null
      ? []
      : [adsPurchase(literal(`${adsConversionId}/${adsPurchaseLabel}`))]),
    ...(adPixelBId === null ? [] : [tiktokPurchase]),
  ];
  return { base: base.join('\n'), purchase: script(...orderOf(words), ...purchase) };
}

/** Asks for the ids when a page opens, so that a change here needs none there. */
export function liveSnippet(origin: string, accountId: string, words: SnippetWords): Snippet {
  const address = literal(`${origin}/api/v1/pixels/public/${encodeURIComponent(accountId)}`);
  const when = (condition: string, lines: readonly string[]): string[] => [
    `    if (${condition}) {`,
    ...indented(lines, '      '),
    '    }',
  ];
  const base = script(
    'window.larisPixels = fetch(' + address + ')',
    '  .then(function (answer) { return answer.json(); })',
    '  .then(function (answer) {',
    '    var ids = answer.data || {};',
    ...when('ids.adPixelAId', metaBase('ids.adPixelAId')),
    ...when('ids.analyticsId || ids.adsConversionId', [
      ...googleBase,
      `if (ids.analyticsId) ${googleConfig('ids.analyticsId')}`,
      `if (ids.adsConversionId) ${googleConfig('ids.adsConversionId')}`,
      ...googleLoad('ids.analyticsId || ids.adsConversionId'),
    ]),
    ...when('ids.adPixelBId', tiktokBase('ids.adPixelBId')),
    '    return ids;',
    '  })',
    '  .catch(function () { return {}; });',
  );
  const purchase = script(
    ...orderOf(words),
    'window.larisPixels.then(function (ids) {',
    `  if (ids.adPixelAId) ${metaPurchase}`,
    `  if (ids.analyticsId) ${analyticsPurchase('ids.analyticsId')}`,
    `  if (ids.adsConversionId && ids.adsPurchaseLabel) ${adsPurchase("ids.adsConversionId + '/' + ids.adsPurchaseLabel")}`,
    `  if (ids.adPixelBId) ${tiktokPurchase}`,
    '});',
  );
  return { base, purchase };
}

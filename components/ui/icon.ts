/** The look of icons everywhere: one set, one weight. `<IconKey {...ICON} />` */
export const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
export const SMALL_ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** The largest file that the pages take in. */
export const MAX_ROWS = 200_000;
/** The file types that the file chooser offers; anything may be dropped. */
export const ACCEPT = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

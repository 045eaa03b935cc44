/** The editor is the layout's and stands already. */
export default function Loading() {
  return null;
}

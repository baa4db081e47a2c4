/** A column with what another one has, and room for more: twice as much unless told. */
export function extendedColumn(column: Int32Array, length = column.length * 2): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(column);
  return longer;
}

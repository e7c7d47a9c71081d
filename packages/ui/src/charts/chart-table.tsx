import { type ChartProps, figureOf } from './series.ts';

type Props = Pick<ChartProps, 'data' | 'index' | 'indexLabel' | 'series' | 'label' | 'formatIndex' | 'formatValue'>;

/** The same figures as a table, for those who do not see the drawing. */
export function ChartTable({
  data,
  index,
  indexLabel,
  series,
  label,
  formatIndex = String,
  formatValue = String,
}: Props) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{indexLabel}</th>
            {series.map((one) => (
              <th key={one.key} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={String(row[index])}>
              <th scope="row">{formatIndex(String(row[index]))}</th>
              {series.map((one) => {
                const value = figureOf(row, one.key);
                return <td key={one.key}>{value === undefined ? '' : formatValue(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

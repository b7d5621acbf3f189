import { StatScreen } from './StatScreen.tsx'

/** What stands in each column, by state. */
export default function ColumnScreen() {
  return <StatScreen names={['column']} />
}

import { StatScreen } from './StatScreen.tsx'

/** Articles of departments by state, kinds of articles, letters. */
export default function StaticDataScreen() {
  return <StatScreen names={['dept', 'kind', 'mail', 'mailType']} />
}

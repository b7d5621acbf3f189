import { StatScreen } from './StatScreen.tsx'

/** What each department has published. */
export default function DispatchScreen() {
  return <StatScreen names={['dispatch']} />
}

import { StatScreen } from './StatScreen.tsx'

/** Trends: articles, letters and visits by month and day, beside the year before. */
export default function ReportDataScreen() {
  return <StatScreen names={['month', 'day', 'mailMonth', 'visit', 'visitDay']} />
}

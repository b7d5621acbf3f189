import { StatScreen } from './StatScreen.tsx'

/** Which articles are opened most, and who wrote how many. */
export default function ThisArticleStatisticsScreen() {
  return <StatScreen names={['article', 'author']} />
}

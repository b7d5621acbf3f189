import { otherChoice, problemType } from '../../../core/domain/survey.ts'
import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, type QuestionCount } from './calls.ts'
import { TextAnswers } from './TextAnswers.tsx'
import { WordCloud } from './WordCloud.tsx'
import './survey.css'

/** How often what was chosen, as bars and as numbers. */
function Bars({ one, no }: { readonly one: QuestionCount; readonly no: number }) {
  return (
    <table className="bars">
      <caption>第 {no} 题的统计</caption>
      <thead>
        <tr>
          <th>选项</th>
          <th>比例图</th>
          <th>人数</th>
          <th>比例</th>
        </tr>
      </thead>
      <tbody>
        {one.options.map(({ choice, title, count, percent }) => (
          <tr key={choice}>
            <th scope="row">{title}</th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={percent ?? 0} height="10" />
              </svg>
            </td>
            <td>{count} 人</td>
            <td>{percent}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Props {
  readonly id: string
  /** Whether the reader may read what was written in words. */
  readonly mayRead: boolean
}

/** What was answered to each question of a survey. */
export function Stats({ id, mayRead }: Props) {
  const { data, error, refetch } = useCall('survey.answerdetail', api.answerdetail, { id }, { fresh: true })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <p>共 {data.recordCount} 份答卷。</p>
      {data.questions.map((one, i) => (
        <section key={one.id} className="stat" aria-label={`第 ${i + 1} 题`}>
          <h3>
            {i + 1}. {one.title}
          </h3>
          <p className="muted">
            {one.says}，{one.answered} 人作答
          </p>
          {one.options.length > 0 && <Bars one={one} no={i + 1} />}
          <WordCloud label={`第 ${i + 1} 题可公开的关键词`} words={one.keywords} />
          {mayRead &&
            (Number(one.type) === problemType.text || one.options.some(({ choice }) => choice === otherChoice)) && (
              <TextAnswers id={one.id} title={one.title ?? ''} />
            )}
        </section>
      ))}
    </>
  )
}

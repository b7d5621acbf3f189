import { mapSays } from '../../../core/words/maps.ts'
import type { WordCheck } from './word-hits.ts'

/** Maps without their number of approval: a hint that keeps nobody from going on. */
export function Maps({ maps }: Pick<WordCheck, 'maps'>) {
  if (maps.length === 0) return null
  return (
    <section aria-label="没有审图号的地图">
      <p>
        有 {maps.length} 张地图没有审图号。{mapSays}。
      </p>
      <ol className="word-hits">
        {maps.map(({ alt, src }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand there twice
          <li key={`${at} ${src}`}>
            <p>
              <span className="status wait">地图</span> {alt || '图片没有说明，标题说的是地图'}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

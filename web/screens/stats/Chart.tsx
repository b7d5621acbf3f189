import { Button } from 'antd'
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSay } from '../../app/say.ts'
import { download, fileName } from '../../parts/download.ts'
import type { Found } from './calls.ts'
import { barsMost, heightOf, optionOf } from './options.ts'
import { pictureOf, svgOf } from './picture.ts'

use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

interface ChartProps {
  readonly found: Found
  /** What it is narrowed by, in words: a saved picture says it. */
  readonly narrowedTo: readonly string[]
}

/** A statistic as a picture; the table beside it says the same, and is what is read aloud and reached by keys. */
export default function Chart({ found, narrowedTo }: ChartProps) {
  const say = useSay()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const [width, setWidth] = useState(0)
  const height = heightOf(found, width)
  useEffect(() => {
    const at = place.current
    if (!at) return
    const drawn = init(at, null, { renderer: 'svg' })
    chart.current = drawn
    const refit = () => {
      drawn.resize()
      setWidth(drawn.getWidth())
    }
    refit()
    const watch = new ResizeObserver(refit)
    watch.observe(at)
    // a sheet is narrower than the window
    const onPaper = () => flushSync(refit)
    window.addEventListener('beforeprint', onPaper)
    return () => {
      watch.disconnect()
      window.removeEventListener('beforeprint', onPaper)
      drawn.dispose()
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(found, width), { notMerge: true })
    chart.current?.resize({ height })
  }, [found, width, height])

  async function save(kind: 'svg' | 'png') {
    const svg = place.current?.querySelector('svg')
    if (!svg) return
    const { title, counts, span } = found
    const says = { title, more: [counts, `${span.startTime} 至 ${span.endTime}`, ...narrowedTo].join('，') }
    try {
      download(fileName(found.title, kind), kind === 'svg' ? svgOf(svg, says) : await pictureOf(svg, says))
    } catch (error) {
      say.error('图片没有保存成功')
      throw error
    }
  }
  const more = found.lines.length - barsMost
  return (
    <figure className="stats-chart">
      <div ref={place} style={{ blockSize: height }} role="img" aria-label={`${found.title}的图，数据见表格`} />
      <figcaption>
        {!found.series && more > 0 && <span className="muted">图中是前 {barsMost} 项，全部见表格。</span>}
        <span className="no-print">
          <Button size="small" onClick={() => void save('png')}>
            保存为 PNG
          </Button>{' '}
          <Button size="small" onClick={() => void save('svg')}>
            保存为 SVG
          </Button>
        </span>
      </figcaption>
    </figure>
  )
}

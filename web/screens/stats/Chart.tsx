import { Button } from 'antd'
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useSay } from '../../app/say.ts'
import { download, fileName } from '../../parts/download.ts'
import type { Found } from './calls.ts'
import { barsMost, heightOf, optionOf } from './options.ts'
import { pictureOf, svgOf } from './picture.ts'

use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** A statistic as a picture; the table beside it says the same, and is what is read aloud and reached by keys. */
export default function Chart({ found }: { readonly found: Found }) {
  const say = useSay()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const height = heightOf(found)
  useEffect(() => {
    const at = place.current
    if (!at) return
    const drawn = init(at, null, { renderer: 'svg' })
    chart.current = drawn
    const fit = () => drawn.resize()
    const watch = new ResizeObserver(fit)
    watch.observe(at)
    // a sheet is narrower than the window
    window.addEventListener('beforeprint', fit)
    return () => {
      watch.disconnect()
      window.removeEventListener('beforeprint', fit)
      drawn.dispose()
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(found), { notMerge: true })
    chart.current?.resize({ height })
  }, [found, height])

  async function save(kind: 'svg' | 'png') {
    const svg = place.current?.querySelector('svg')
    if (!svg) return
    try {
      download(fileName(found.title, kind), kind === 'svg' ? svgOf(svg) : await pictureOf(svg))
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

/** A drawing of the page as a file, under what it shows. */

const type = 'image/svg+xml;charset=utf-8'
const space = 'http://www.w3.org/2000/svg'

interface Says {
  readonly title: string
  /** What is counted, when, and what it is narrowed by. */
  readonly more: string
}
/** Room for what is said above the drawing. */
const head = 56

function line(text: string, y: number, size: number, colour: string): SVGTextElement {
  const found = document.createElementNS(space, 'text')
  for (const [name, value] of Object.entries({ x: 8, y, 'font-size': size, fill: colour, 'font-family': 'sans-serif' }))
    found.setAttribute(name, String(value))
  found.textContent = text
  return found
}

/** As it is drawn, with its title. */
function titled(svg: SVGSVGElement, { title, more }: Says) {
  const { width, height } = svg.getBoundingClientRect()
  const whole = document.createElementNS(space, 'svg')
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('y', String(head))
  for (const [name, value] of Object.entries({ width, height: height + head })) whole.setAttribute(name, String(value))
  whole.append(line(title, 24, 18, '#000'), line(more, 46, 13, '#555'), copy)
  return { whole, width, height: height + head }
}

const blobOf = (svg: SVGSVGElement) => new Blob([new XMLSerializer().serializeToString(svg)], { type })

export const svgOf = (svg: SVGSVGElement, says: Says): Blob => blobOf(titled(svg, says).whole)

/** So many dots are drawn for each of the screen's: a picture for print. */
const dots = 2

/** In dots, on white. */
export async function pictureOf(svg: SVGSVGElement, says: Says): Promise<Blob> {
  const { whole, width, height } = titled(svg, says)
  const address = URL.createObjectURL(blobOf(whole))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * dots
    canvas.height = height * dots
    const drawn = canvas.getContext('2d')
    if (!drawn) throw new Error('no canvas')
    drawn.fillStyle = '#fff'
    drawn.fillRect(0, 0, canvas.width, canvas.height)
    drawn.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}

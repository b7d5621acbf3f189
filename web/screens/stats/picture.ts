/** A drawing of the page as a file. */

const type = 'image/svg+xml;charset=utf-8'

/** As it is drawn. */
export function svgOf(svg: SVGSVGElement): Blob {
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new Blob([new XMLSerializer().serializeToString(copy)], { type })
}

/** So many dots are drawn for each of the screen's: a picture for print. */
const dots = 2

/** In dots, on white. */
export async function pictureOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const address = URL.createObjectURL(svgOf(svg))
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

// Outlines of a map, as lists of [longitude, latitude]: made whole across the edge of the world, thinned, cut and packed.

/** What numbers are packed in: five bits a letter, and a sixth that says that more follow. */
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'

/**
 * A line that nowhere jumps around the globe. A ring around a pole goes around it three times and ends there: cut to the
 * world, none of its edges is seen that is no coast.
 */
export function unrolled(positions, isRing) {
    let before = positions[0][0]
    const line = positions.map(([longitude, latitude]) => [before = longitude + 360 * Math.round((before - longitude) / 360), latitude])
    const turn = Math.round((before - line[0][0]) / 360) * 360
    if (!isRing || !turn) return line
    const pole = line[0][1] < 0 ? -90 : 90, round = [-turn, 0, turn].flatMap(by => line.map(([x, y]) => [x + by, y]))
    return [...round, [round[round.length - 1][0], pole], [round[0][0], pole]]
}

/** The line without the places that are no further than *unit* from it (Douglas and Peucker). */
export function simplified(line, unit) {
    const kept = new Uint8Array(line.length), rest = [[0, line.length - 1]]
    kept[0] = kept[line.length - 1] = 1
    while (rest.length) {
        const [from, to] = rest.pop()
        let far = unit * unit, at = 0
        for (let index = from + 1; index < to; index++) {
            const now = distance(line[index], line[from], line[to])
            if (now > far) [far, at] = [now, index]
        }
        if (!at) continue
        kept[at] = 1
        rest.push([from, at], [at, to])
    }
    return line.filter((_, index) => kept[index])
}

/** The square of how far a place is from the edge between two others. */
function distance([x, y], [ax, ay], [bx, by]) {
    const dx = bx - ax, dy = by - ay, size = dx * dx + dy * dy
    const part = size ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / size, 0), 1) : 0
    return (x - ax - part * dx) ** 2 + (y - ay - part * dy) ** 2
}

/** A line, and the box around it: west, south, east, north. */
export function boxed(line) {
    const box = [Infinity, Infinity, -Infinity, -Infinity]
    for (const [x, y] of line) {
        if (x < box[0]) box[0] = x
        if (y < box[1]) box[1] = y
        if (x > box[2]) box[2] = x
        if (y > box[3]) box[3] = y
    }
    return { line, box }
}

/** What *clip* leaves of the shapes (see `boxed`) in a box, which they may reach by going on around the globe. */
export const cut = (shapes, clip, [west, south, east, north]) => [-360, 0, 360].flatMap(turn => shapes
    .filter(({ box }) => box[0] + turn < east && box[2] + turn > west && box[1] < north && box[3] > south)
    .flatMap(({ line }) => clip(turn ? line.map(([x, y]) => [x + turn, y]) : line, [west, south, east, north])))

/** The part of a ring that is in a box (Sutherland and Hodgman), as a list of one ring or none. */
export function clippedRing(ring, box) {
    let points = ring
    for (const side of [0, 1, 2, 3]) {
        const axis = side % 2, edge = box[side], isIn = point => side < 2 ? point[axis] >= edge : point[axis] <= edge
        const found = []
        points.forEach((point, index) => {
            const before = points[(index || points.length) - 1]
            if (isIn(point) !== isIn(before)) found.push(cutAt(before, point, axis, edge))
            if (isIn(point)) found.push(point)
        })
        points = found
    }
    return points.length > 2 ? [points] : []
}

/** The parts of a line that are in a box. */
export function clippedLine(line, box) {
    let lines = [line]
    for (const side of [0, 1, 2, 3]) {
        const axis = side % 2, edge = box[side], isIn = point => side < 2 ? point[axis] >= edge : point[axis] <= edge
        lines = lines.flatMap(points => {
            const found = []
            points.forEach((point, index) => {
                const before = points[index - 1]
                if (before && isIn(point) !== isIn(before)) {
                    const cut = cutAt(before, point, axis, edge)
                    if (isIn(point)) found.push([cut])
                    else found.at(-1).push(cut)
                }
                if (!isIn(point)) return
                if (!before) found.push([])
                found.at(-1).push(point)
            })
            return found
        })
    }
    return lines.filter(each => each.length > 1)
}

function cutAt(from, to, axis, edge) {
    const part = (edge - from[axis]) / (to[axis] - from[axis]), cut = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    cut[axis] = edge
    return cut
}

/** A line as a text: each place by its steps east and north of the one before, in units, from the box's south west corner. */
export function packed(line, [west, south], unit) {
    let x = 0, y = 0, text = '', count = 0
    for (const [longitude, latitude] of line) {
        const east = Math.round((longitude - west) / unit) - x, north = Math.round((latitude - south) / unit) - y
        if (count && !east && !north) continue
        text += number(east) + number(north)
        x += east
        y += north
        count++
    }
    return count > 1 ? text : ''
}

function number(value) {
    let rest = value < 0 ? -2 * value - 1 : 2 * value, text = ''
    for (; rest > 31; rest >>= 5) text += LETTERS[32 + (rest & 31)]
    return text + LETTERS[rest]
}

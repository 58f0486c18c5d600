// What a page looks like to eyes that see fewer colours, as Chromium emulates them.

export const sights = ["none", "deuteranopia", "protanopia", "achromatopsia"];

/** What such eyes see of red, green and blue, in linear light, as Machado, Oliveira and Fernandes (2009) have it. */
const matrices = {
  none: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  deuteranopia: [[0.367, 0.861, -0.228], [0.28, 0.673, 0.047], [-0.012, 0.043, 0.969]],
  protanopia: [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
};

/** How different two colours of a style sheet (`#rrggbb`) look to such eyes, as `distance` tells it. */
export function distanceSeen(one, other, sight) {
  const seen = colour => {
    const light = [1, 3, 5].map(at => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
    return labOf(matrices[sight].map(row => row.reduce((sum, part, i) => sum + part * light[i], 0)));
  };
  return between(seen(one), seen(other));
}

/** Runs with the page as such eyes see it. */
export async function seenAs(page, type, look) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setEmulatedVisionDeficiency", { type });
  try {
    return await look();
  } finally {
    await session.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
    await session.detach();
  }
}

/** The pixels of a screenshot, decoded by a page that is not emulated. */
export async function pixelsOf(decoder, png) {
  return decoder.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(0, 0, bitmap.width, bitmap.height).data];
  }, png.toString("base64"));
}

/** The colour that is furthest from the ground's: a line's own, without the blends at its edges. */
export function strongest(pixels, ground) {
  let [best, most] = [ground, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = pixels.slice(at, at + 3);
    const far = distance(colour, ground);
    if (far > most) [best, most] = [colour, far];
  }
  return best;
}

/** How different colours look, in CIELAB: about 2 is just seen, 100 is black and white. */
export function distance(a, b) {
  return between(lab(a), lab(b));
}

const between = (x, y) => Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);

const linear = part => (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);

const lab = rgb => labOf(rgb.map(part => linear(part / 255)));

function labOf([r, g, b]) {
  const f = t => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

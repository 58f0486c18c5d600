// Charts on a canvas.
import { CanvasRenderer } from "echarts/renderers";
import { echarts } from "./parts.js";

echarts.use([CanvasRenderer]);

// Sharp on paper, too.
export const init = box => echarts.init(box, null, { devicePixelRatio: Math.max(2, devicePixelRatio) });

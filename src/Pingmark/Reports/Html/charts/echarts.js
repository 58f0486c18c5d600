// The parts of ECharts that are used.
import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { GridComponent, MarkLineComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

echarts.use([
  BarChart, CustomChart, LineChart, ScatterChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer,
]);

// Sharp on paper, too.
export const init = box => echarts.init(box, null, { devicePixelRatio: Math.max(2, devicePixelRatio) });

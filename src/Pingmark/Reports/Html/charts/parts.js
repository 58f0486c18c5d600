// The parts of ECharts that are used.
import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { DataZoomComponent, GridComponent } from "echarts/components";
import * as echarts from "echarts/core";

echarts.use([BarChart, CustomChart, LineChart, ScatterChart, DataZoomComponent, GridComponent]);

export { echarts };

/**
 * Plots as SVG: lines over two axes, and rows of bars and ranges.
 *
 * <p>Flows in: figures with names and units. Flows out: SVG whose colours the page's style sheet decides, so that it fits light, dark
 * and paper. One thread.
 */
@NullMarked
package org.banip.measure.report.plot;

import org.jspecify.annotations.NullMarked;

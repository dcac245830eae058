/**
 * Writes HTML and SVG.
 *
 * <p>Flows in: names and texts. Flows out: markup with everything escaped. One thread.
 */
@NullMarked
package org.banip.measure.report.markup;

import org.jspecify.annotations.NullMarked;

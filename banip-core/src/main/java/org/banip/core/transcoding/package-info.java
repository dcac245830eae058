/**
 * The transcoding chain: its text form, the SPI of its components, and the two halves that run it.
 *
 * <p>Flows in: sensor sets of one group (encoder half, on the MBU) or payloads of one group's packets in sequence order (decoder half, on the
 * surrogate host). Flows out: the other form. One thread at a time for each encoder or decoder.
 */
@NullMarked
package org.banip.core.transcoding;

import org.jspecify.annotations.NullMarked;

/**
 * The coder of events: instants as differences, samples as differences, texts without the zeros that fill them up.
 *
 * <p>Flows in: blocks of events. Flows out: their bytes, each packet alone. No state between packets. One thread for each encoder or decoder.
 */
@NullMarked
package org.banip.transcoders.events;

import org.jspecify.annotations.NullMarked;

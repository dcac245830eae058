/**
 * The interfaces between the library and an app or an extension. They implement {@link org.banip.mbu.spi.Sensor}, {@link
 * org.banip.mbu.spi.CommandAction}, {@link org.banip.mbu.spi.CommandHandler}, {@link org.banip.mbu.spi.MbuListener}, {@link org.banip.mbu.spi.SteadyClock}, and for another way to the
 * host {@link org.banip.mbu.spi.UplinkFactory} with {@link org.banip.mbu.spi.Uplink}. The library implements the others.
 *
 * <p>Flows in: sensor sets, results of commands, the host's frames. Flows out: commands, events, frames. Each interface names the thread that
 * calls it.
 */
@NullMarked
package org.banip.mbu.spi;

import org.jspecify.annotations.NullMarked;

package org.banip.wsb;

import java.util.function.Supplier;
import org.banip.wsb.spi.HostDirectory;

/**
 * Where a broker gets its surrogate hosts from.
 *
 * @param description names it in the log
 * @param directory opens the directory; called once by each broker, which closes it
 */
public record HostSource(String description, Supplier<HostDirectory> directory) {}

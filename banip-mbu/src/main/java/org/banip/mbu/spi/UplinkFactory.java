package org.banip.mbu.spi;

/** Makes one kind of uplink; others than the built-in ones are found by {@link java.util.ServiceLoader}. */
public interface UplinkFactory {
    /** The name in settings, for example {@code chunked}. */
    String name();

    /** One sentence for help texts. */
    String description();

    /** An uplink for one MBU; makes no connection yet. */
    Uplink open(UplinkContext context);
}

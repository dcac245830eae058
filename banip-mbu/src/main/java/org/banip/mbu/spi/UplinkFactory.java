package org.banip.mbu.spi;

/** Makes one kind of uplink. {@link java.util.ServiceLoader} finds those that are not built in. */
public interface UplinkFactory {
    /** The name in the settings, for example {@code chunked}. */
    String name();

    /** One sentence for help texts. */
    String description();

    /** An uplink for one MBU; makes no connection yet. */
    Uplink open(UplinkContext context);
}

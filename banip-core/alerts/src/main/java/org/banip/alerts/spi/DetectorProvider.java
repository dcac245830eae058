package org.banip.alerts.spi;

/** One kind of detector, for example {@code threshold}. {@link java.util.ServiceLoader} finds it. Any thread. */
public interface DetectorProvider {
    /** The word for {@code kind} in declarations, {@code [a-z][a-z0-9-]*}. */
    String kind();

    /**
     * Reads a declaration of this kind. It must ask for every field that it knows: those that it did not ask for are refused as unknown.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} as {@link Parameters} throws it
     */
    DetectorPlan read(Parameters parameters);
}

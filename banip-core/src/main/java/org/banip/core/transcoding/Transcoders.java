package org.banip.core.transcoding;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** The kinds of components that are installed. Immutable. */
public final class Transcoders {
    private final SortedMap<String, TranscoderProvider> providers = new TreeMap<>();

    /**
     * A list of exactly these kinds.
     *
     * @throws BanipException {@code INVALID_CHAIN} if two have the same name
     */
    public Transcoders(Iterable<? extends TranscoderProvider> known) {
        for (TranscoderProvider provider : known) {
            TranscoderProvider other = providers.put(provider.name(), provider);
            if (other != null) {
                throw new BanipException(
                        ErrorCode.INVALID_CHAIN,
                        "two components are named '" + provider.name() + "': " + other.getClass() + " and "
                                + provider.getClass());
            }
        }
    }

    /** All that {@link ServiceLoader} finds with the class loader of this class. */
    public static Transcoders installed() {
        return new Transcoders(ServiceLoader.load(TranscoderProvider.class, Transcoders.class.getClassLoader()));
    }

    /** The same kinds, with a folder of private keys for those whose decoders need them. */
    public Transcoders withKeys(Path folder) {
        List<TranscoderProvider> all = new ArrayList<>();
        for (TranscoderProvider provider : providers.values()) {
            all.add(provider.withKeys(folder));
        }
        return new Transcoders(all);
    }

    /** All known kinds, by name. */
    public Collection<TranscoderProvider> all() {
        return Collections.unmodifiableCollection(providers.values());
    }

    /**
     * The kind with this name.
     *
     * @throws BanipException {@code INVALID_CHAIN} with the known names, if there is none
     */
    public TranscoderProvider provider(String name) {
        TranscoderProvider provider = providers.get(name);
        if (provider == null) {
            throw new BanipException(
                    ErrorCode.INVALID_CHAIN, "unknown component '" + name + "', known are " + providers.keySet());
        }
        return provider;
    }
}

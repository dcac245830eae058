package org.banip.surrogate.activation;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.download.SurrogateJars;

/** The types of surrogates a host knows, {@code standard} always among them. Immutable. */
public final class SurrogateTypes {
    private final SortedMap<String, SurrogateProvider> providers = new TreeMap<>();
    private final Optional<SurrogateJars> jars;

    /** The standard type and these; one of these may be another standard type. */
    public SurrogateTypes(Iterable<? extends SurrogateProvider> others) {
        this(others, Optional.empty());
    }

    /** The same, and those that a registration names by the URL of a jar. */
    public SurrogateTypes(Iterable<? extends SurrogateProvider> others, Optional<SurrogateJars> jars) {
        this.jars = jars;
        providers.put(RegistrationRequest.STANDARD_SURROGATE, new StandardSurrogateProvider());
        others.forEach(provider -> providers.put(provider.name(), provider));
    }

    /**
     * Who makes surrogates of this type.
     *
     * @param type a name, or the URL of a jar
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} that lists the known names, or the origins from which jars may come
     */
    public SurrogateProvider provider(String type) {
        SurrogateProvider provider = providers.get(type);
        if (provider == null && SurrogateJars.isUrl(type)) {
            return jars.orElseThrow(() -> SurrogateJars.off(type)).provider(type);
        }
        if (provider == null) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_SURROGATE_TYPE,
                    "surrogate type " + Quoted.of(type) + " is not known here, known are " + providers.keySet());
        }
        return provider;
    }

    /** Whether a provider's surrogates are the host's own, which do nothing: they need no thread. */
    static boolean isBuiltIn(SurrogateProvider provider) {
        return provider instanceof StandardSurrogateProvider;
    }
}

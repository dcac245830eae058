package org.banip.surrogate.activation;

import java.util.SortedMap;
import java.util.TreeMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.SurrogateProvider;

/** The types of surrogates a host knows, {@code standard} always among them. Immutable. */
public final class SurrogateTypes {
    private final SortedMap<String, SurrogateProvider> providers = new TreeMap<>();

    /** The standard type and these; one of these may be another standard type. */
    public SurrogateTypes(Iterable<? extends SurrogateProvider> others) {
        providers.put(RegistrationRequest.STANDARD_SURROGATE, new StandardSurrogateProvider());
        others.forEach(provider -> providers.put(provider.name(), provider));
    }

    /**
     * Who makes surrogates of this type.
     *
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} that lists the known names
     */
    public SurrogateProvider provider(String type) {
        SurrogateProvider provider = providers.get(type);
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

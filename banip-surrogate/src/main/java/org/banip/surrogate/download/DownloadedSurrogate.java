package org.banip.surrogate.download;

import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.jspecify.annotations.Nullable;

/**
 * A surrogate from a jar. Its class loader exists from its activation to its deactivation; afterwards nothing here refers to its classes. Called by
 * the host, one call at a time.
 */
public final class DownloadedSurrogate implements Surrogate {
    /** Of a digest in hexadecimal; enough that two jars do not have the same by chance. */
    private static final int DIGITS = 16;

    private final SurrogateJar jar;
    private @Nullable Loaded loaded;

    /** The jar's surrogate and where its classes come from. */
    private record Loaded(Surrogate surrogate, SurrogateClassLoader loader) {}

    DownloadedSurrogate(SurrogateJar jar) {
        this.jar = jar;
    }

    /** Which threads run its code: those of all surrogates of the same jar. */
    public String threads() {
        return "jar-" + jar.digest().substring(0, DIGITS);
    }

    @Override
    public void activate(HostContext host, SurrogateContext context) throws Exception {
        SurrogateClassLoader loader = jar.open();
        try {
            Surrogate unused = ContextLoader.call(loader, () -> {
                Surrogate made = jar.make(loader);
                made.activate(host, new LoadedContext(context, loader));
                loaded = new Loaded(made, loader);
                return made;
            });
        } catch (Exception | Error e) {
            loader.close();
            throw e;
        }
    }

    @Override
    public void deactivate() throws Exception {
        Loaded ending = loaded;
        loaded = null;
        if (ending == null) {
            return; // Nobody waited for it any more, so it was never loaded.
        }
        try {
            Loaded unused = ContextLoader.call(ending.loader(), () -> {
                ending.surrogate().deactivate();
                return ending;
            });
        } finally {
            ending.loader().close();
        }
    }
}

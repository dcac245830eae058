package org.banip.surrogate.download;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Surrogates that tests put into jars. */
public final class JarSources {
    /** Class name of {@link #telling}. */
    public static final String TELLING = "ward.Telling";

    private JarSources() {}

    /**
     * A jar with a surrogate that tells what happens to the {@code BiConsumer} that its host offers, also from an inner class, and with the
     * text of a resource of its jar.
     */
    public static TestJar telling() throws IOException {
        return TestJar.naming(TELLING)
                .compiled(TELLING, """
                        package ward;
                        import java.io.InputStream;
                        import java.util.function.BiConsumer;
                        import org.banip.surrogate.api.*;
                        public class Telling implements Surrogate {
                            private BiConsumer<Object, Object> told = (what, by) -> {};
                            @SuppressWarnings("unchecked")
                            public void activate(HostContext host, SurrogateContext context) {
                                host.find(BiConsumer.class).ifPresent(found -> told = found);
                                told.accept("activated with " + Words.of("words.txt"), this);
                                context.subscribe(new SurrogateListener() {
                                    public void delivered(SensorData data) {
                                        told.accept("data " + data.header().sequence(), Telling.this);
                                    }
                                });
                            }
                            public void deactivate() {
                                told.accept("deactivated", this);
                            }
                            static final class Words {
                                static String of(String resource) {
                                    ClassLoader loader = Thread.currentThread().getContextClassLoader();
                                    try (InputStream in = loader.getResource("ward/" + resource).openStream()) {
                                        return new String(in.readAllBytes());
                                    } catch (java.io.IOException e) {
                                        throw new java.io.UncheckedIOException(e);
                                    }
                                }
                            }
                        }
                        """)
                .with("ward/words.txt", "its own words".getBytes(StandardCharsets.US_ASCII));
    }

    /** A jar that names a class with this source. */
    public static TestJar naming(String className, String source) throws IOException {
        return TestJar.naming(className).compiled(className, source);
    }

    /** A surrogate that does nothing, with this text in its class. */
    static String plain(String name, String inside) {
        return "public class " + name + " implements org.banip.surrogate.api.Surrogate {"
                + " public void activate(org.banip.surrogate.api.HostContext h, org.banip.surrogate.api.SurrogateContext c) {}"
                + " public void deactivate() {} " + inside + "}";
    }
}

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

    /** A jar with a surrogate that tells the host's {@code BiConsumer} what is called, and whether the thread's class loader is its own. */
    static TestJar noting() throws IOException {
        return naming("Noting", """
                import java.util.function.BiConsumer;
                import org.banip.core.packet.Gap;
                import org.banip.surrogate.api.*;
                public class Noting implements Surrogate, SurrogateListener {
                    private BiConsumer<Object, Object> told;
                    private void note(String what) {
                        ClassLoader own = Noting.class.getClassLoader();
                        told.accept(what + " " + (Thread.currentThread().getContextClassLoader() == own), this);
                    }
                    @SuppressWarnings("unchecked")
                    public void activate(HostContext host, SurrogateContext context) {
                        told = host.find(BiConsumer.class).get();
                        context.keepAlive(new KeepAliveHandler() {
                            public void silent(java.time.Duration time) { note("handler silent"); }
                            public void resumed() { note("handler resumed"); }
                        });
                        context.subscribe(this);
                        note("activated");
                    }
                    public void deactivate() { note("deactivated"); }
                    public void appeared(SurrogateDescription surrogate) { note("appeared"); }
                    public void delivered(SensorData data) { note("data"); }
                    public void silent(SurrogateDescription surrogate) { note("silent"); }
                    public void resumed(SurrogateDescription surrogate) { note("resumed"); }
                    public void disappeared(SurrogateDescription surrogate, Disappearance reason) { note("disappeared"); }
                }
                """);
    }

    /** A jar with a surrogate that tells the host's {@code BiConsumer} that it hangs, and so does. */
    static TestJar hanging() throws IOException {
        return naming("Hanging", """
                import java.util.function.BiConsumer;
                import org.banip.surrogate.api.*;
                public class Hanging implements Surrogate {
                    @SuppressWarnings("unchecked")
                    public void activate(HostContext host, SurrogateContext context) {
                        host.find(BiConsumer.class).get().accept("hangs", this);
                    }
                    public void deactivate() {}
                }
                """);
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

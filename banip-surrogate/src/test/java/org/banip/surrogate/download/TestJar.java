package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import jdk.security.jarsigner.JarSigner;

/** A jar that a test compiles, packs, signs and damages: its entries in their order. */
public final class TestJar {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    private final Map<String, byte[]> entries;

    private TestJar(Map<String, byte[]> entries) {
        this.entries = entries;
    }

    /** A jar whose manifest has these headers. */
    public static TestJar of(Map<String, String> headers) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.forEach(manifest.getMainAttributes()::putValue);
        return new TestJar(new LinkedHashMap<>()).with(manifest);
    }

    /** A jar whose header names this class. */
    public static TestJar naming(String surrogateClass) {
        return of(Map.of(SurrogateJar.SURROGATE_CLASS, surrogateClass));
    }

    private TestJar with(Manifest manifest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            manifest.write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return with(MANIFEST, bytes.toByteArray());
    }

    /** The same with this entry, in the place of one of the same name or at the end. */
    public TestJar with(String name, byte[] content) {
        Map<String, byte[]> more = new LinkedHashMap<>(entries);
        more.put(name, content);
        return new TestJar(more);
    }

    /** The same without this entry. */
    TestJar without(String name) {
        Map<String, byte[]> fewer = new LinkedHashMap<>(entries);
        fewer.remove(name);
        return new TestJar(fewer);
    }

    /** The same with this class and those inside it. */
    public TestJar compiled(String className, String source) throws IOException {
        TestJar more = this;
        for (Map.Entry<String, byte[]> one : compile(className, source).entrySet()) {
            more = more.with(one.getKey(), one.getValue());
        }
        return more;
    }

    Manifest manifest() throws IOException {
        return new Manifest(new ByteArrayInputStream(entries.get(MANIFEST)));
    }

    /** The same with another manifest. */
    TestJar replacing(Manifest manifest) {
        return with(manifest);
    }

    byte[] entry(String name) {
        return entries.get(name);
    }

    /** The jar's bytes. */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    /** The same, signed. */
    public TestJar signed(TestSigner signer) throws Exception {
        return signed(signer, "SIGNER");
    }

    /** The same, signed, with this name of the signature files. */
    TestJar signed(TestSigner signer, String files) throws Exception {
        Path unsigned = Files.createTempFile("banip", ".jar");
        try {
            Files.write(unsigned, bytes());
            ByteArrayOutputStream signed = new ByteArrayOutputStream();
            try (ZipFile zip = new ZipFile(unsigned.toFile())) {
                new JarSigner.Builder(signer.key(), signer.path())
                        .signerName(files)
                        .build()
                        .sign(zip, signed);
            }
            return read(signed.toByteArray());
        } finally {
            Files.delete(unsigned);
        }
    }

    private static TestJar read(byte[] jar) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return new TestJar(entries);
    }

    private static Map<String, byte[]> compile(String className, String source) throws IOException {
        Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (JavaFileManager files =
                new ForwardingJavaFileManager<>(compiler.getStandardFileManager(said, null, StandardCharsets.UTF_8)) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                        return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                            @Override
                            public ByteArrayOutputStream openOutputStream() {
                                return classes.computeIfAbsent(
                                        SurrogateClassLoader.path(name), path -> new ByteArrayOutputStream());
                            }
                        };
                    }
                }) {
            JavaFileObject file =
                    new SimpleJavaFileObject(
                            URI.create("memory:///" + className.replace('.', '/') + ".java"),
                            JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                            return source;
                        }
                    };
            List<String> options = List.of("-proc:none", "-cp", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, said, options, null, List.of(file))
                            .call())
                    .as("what the compiler says: %s", said.getDiagnostics())
                    .isTrue();
        }
        Map<String, byte[]> compiled = new LinkedHashMap<>();
        classes.forEach((name, bytes) -> compiled.put(name, bytes.toByteArray()));
        return compiled;
    }
}

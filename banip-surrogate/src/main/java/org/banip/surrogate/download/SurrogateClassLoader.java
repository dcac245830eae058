package org.banip.surrogate.download;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Defines the classes of one downloaded surrogate from the verified bytes of its jar. Any thread. */
final class SurrogateClassLoader extends SecureClassLoader implements Closeable {
    private static final String SCHEME = "surrogate-jar";

    static {
        registerAsParallelCapable();
    }

    private final CodeSource source;
    private final URLStreamHandler handler = new Handler();
    /** By path; none any more when it is closed. */
    private volatile Map<String, byte[]> contents;

    SurrogateClassLoader(Map<String, byte[]> contents, CodeSigner signer) {
        super(SCHEME, ApiClassLoader.SHARED);
        this.contents = contents;
        source = new CodeSource(null, new CodeSigner[] {signer});
    }

    /** Where the jar has a class. */
    static String path(String className) {
        return className.replace('.', '/') + ".class";
    }

    @Override
    protected Class<?> findClass(String className) throws ClassNotFoundException {
        byte[] bytes = contents.get(path(className));
        if (bytes == null) {
            throw new ClassNotFoundException(className);
        }
        return defineClass(className, bytes, 0, bytes.length, source);
    }

    @Override
    protected @Nullable URL findResource(String path) {
        if (!contents.containsKey(path)) {
            return null;
        }
        try {
            return new URL(SCHEME, "", -1, "/" + path, handler);
        } catch (MalformedURLException e) {
            return null; // A name that no URL can have cannot be found by one.
        }
    }

    @Override
    protected Enumeration<URL> findResources(String path) {
        URL found = findResource(path);
        return Collections.enumeration(found == null ? List.of() : List.of(found));
    }

    /** No class can be loaded any more; the bytes are free. */
    @Override
    public void close() {
        contents = Map.of();
    }

    /** Opens the resources of this jar. */
    private final class Handler extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            byte[] bytes = contents.get(url.getPath().substring(1));
            if (bytes == null) {
                throw new IOException("the surrogate's jar has no " + url.getPath());
            }
            return new Connection(url, bytes);
        }
    }

    private static final class Connection extends URLConnection {
        private final byte[] bytes;

        Connection(URL url, byte[] bytes) {
            super(url);
            this.bytes = bytes;
        }

        @Override
        public void connect() {
            connected = true;
        }

        @Override
        public long getContentLengthLong() {
            return bytes.length;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}

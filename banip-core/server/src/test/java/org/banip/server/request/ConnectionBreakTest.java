package org.banip.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the exception is found that makes a container close a connection. */
class ConnectionBreakTest {
    /** What a container's request is to a web application. */
    public static final class ContainersRequest {
        /** One. */
        public ContainersRequest() {}
    }

    /** A container's class loader: it has the class of requests, and tells what it is asked for. */
    private static final class ContainersLoader extends ClassLoader {
        final List<String> asked = new ArrayList<>();

        ContainersLoader() {
            super(ConnectionBreakTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            return super.loadClass(name, resolve);
        }

        Object request() throws Exception {
            String name = ContainersRequest.class.getName();
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] type = in.readAllBytes();
                return defineClass(name, type, 0, type.length).getConstructor().newInstance();
            }
        }
    }

    @Test
    void theClassIsLookedUpOnce() throws Exception {
        ContainersLoader loader = new ContainersLoader();
        Object request = loader.request();
        IOException first = ConnectionBreak.exception(request);
        List<String> asked = List.copyOf(loader.asked);
        assertThat(asked).contains("org.apache.coyote.CloseNowException");
        IOException second = ConnectionBreak.exception(request);
        assertThat(loader.asked).isEqualTo(asked);
        assertThat(second).isNotSameAs(first).hasSameClassAs(first);
    }
}

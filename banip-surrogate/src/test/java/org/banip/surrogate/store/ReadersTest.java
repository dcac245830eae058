package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pool of the store's readers. */
class ReadersTest {
    private static final String CONNECTION_FAILURE = "08006";

    @TempDir
    private Path directory;

    @Test
    void aConnectionThatBreaksWhileThePoolLooksAtItSpoilsNoOther() throws SQLException {
        AtomicInteger asked = new AtomicInteger();
        try (Readers readers =
                new Readers("the test's", breaking(asked), Dialect.SQLITE, StoreSettings.DEFAULT, false)) {
            for (int i = 0; i < 3; i++) {
                boolean found = readers.query(connection -> {
                    try (Statement statement = connection.createStatement();
                            ResultSet row = statement.executeQuery("SELECT 1")) {
                        return row.next();
                    } finally {
                        readers.evict(connection);
                    }
                });
                assertThat(found).isTrue();
            }
        }
        assertThat(asked).hasPositiveValue();
    }

    /** A container that takes the host away looks for threads at once. */
    @Test
    void noThreadOfThePoolIsLeftWhenItIsClosed() {
        DataSource source = DriverDataSource.of("jdbc:sqlite:" + directory.resolve("store.db"), new Properties());
        for (int i = 0; i < 20; i++) {
            try (Readers readers = new Readers("the test's", source, Dialect.SQLITE, StoreSettings.DEFAULT, false)) {
                boolean valid = readers.query(connection -> connection.isValid(1));
                assertThat(valid).isTrue();
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("banip-store-readers"));
        }
    }

    /** A real database whose connections are gone when they are asked for their isolation. */
    private DataSource breaking(AtomicInteger asked) {
        DataSource real = DriverDataSource.of("jdbc:sqlite:" + directory.resolve("store.db"), new Properties());
        return (DataSource) Proxy.newProxyInstance(
                ReadersTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    Object result = call(real, method, arguments);
                    return result instanceof Connection connection ? breaking(connection, asked) : result;
                });
    }

    private static Connection breaking(Connection real, AtomicInteger asked) {
        return (Connection) Proxy.newProxyInstance(
                ReadersTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("getTransactionIsolation")) {
                        asked.incrementAndGet();
                        throw new SQLException("gone on purpose", CONNECTION_FAILURE);
                    }
                    return call(real, method, arguments);
                });
    }

    private static Object call(Object real, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

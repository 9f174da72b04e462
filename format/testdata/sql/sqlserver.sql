USE [shop]
GO
CREATE TABLE [dbo].[Users](
	[Id] [int] IDENTITY(1,1) NOT NULL,
	[Mail] [nvarchar](255) NULL,
	[Password] [nvarchar](64) NULL,
 CONSTRAINT [PK_Users] PRIMARY KEY CLUSTERED ([Id] ASC)
)
GO
SET IDENTITY_INSERT [dbo].[Users] ON 
INSERT [dbo].[Users] ([Id], [Mail], [Password]) VALUES (1, N'@MAIL@', N'@PASSWORD@')
INSERT INTO [dbo].[Users] ([Id], [Mail], [Password]) OUTPUT inserted.Id VALUES (2, N'it''s', NULL), (3, CAST(N'@MAIL@' AS nvarchar(255)), N'@PASSWORD@')
GO
CREATE LOGIN [app] WITH PASSWORD = N'@PASSWORD@', CHECK_POLICY = OFF
GO
-- EXEC dbo.hello @name = N'@MAIL@'
